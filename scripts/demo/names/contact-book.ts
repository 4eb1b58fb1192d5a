import type { ClientType } from '#contract/contact/registration.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { slugOf } from '#server/cabinets/slug.ts';
import type { Random } from '../random.ts';
import { lithuanian } from './lithuanian.ts';
import type { People } from './people.ts';
import { ukrainian } from './ukrainian.ts';

export const peopleOf: Record<Variant, People> = { ua: ukrainian, lt: lithuanian };

export interface Contact {
  type: ClientType;
  name: string;
  email: string;
  country_code: People['country'];
  phone: string;
  ident: string;
}

/** Contacts with unique names, emails and phones. */
export function contactBook(random: Random, people: People) {
  const taken = new Set<string>();
  const once = (make: () => string): string => {
    for (;;) {
      const made = make();
      if (taken.has(made)) continue;
      taken.add(made);
      return made;
    }
  };
  return {
    next(): Contact {
      const type = random.chance(0.64) ? 'individual' : 'legal';
      const { name, box } = type === 'legal' ? company() : person();
      let attempt = 0;
      return {
        type,
        name,
        email: once(
          () => `${box}${attempt++ === 0 ? '' : random.int(2, 99)}@${random.pick(people.mailHosts)}`,
        ),
        country_code: people.country,
        phone: once(() => people.phone(random)),
        ident: people.ident(random, type),
      };
    },
  };

  function company() {
    const name = once(() => people.company(random));
    return { name, box: slugOf({ name, type: 'legal' }) };
  }

  function person() {
    let drawn = people.person(random);
    const name = once(() => (drawn = people.person(random)).full);
    return { name, box: `${oneWord(drawn.first)}.${oneWord(drawn.last)}` };
  }
}

const oneWord = (name: string) => slugOf({ name, type: 'individual' });
