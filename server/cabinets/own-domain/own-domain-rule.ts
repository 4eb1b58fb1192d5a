import type { OwnDomainReason } from '#contract/cabinets/own-domain.ts';

/** Pure rules of customers' own domains (decision 212). */

/** What the name servers said. `unknown`: they didn't answer. */
export interface DomainLook {
  proof: 'found' | 'missing' | 'unknown';
  leads: 'here' | 'elsewhere' | 'nowhere' | 'unknown';
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How long the records of a new domain are looked for. */
export const patienceMs = 7 * day;
/** How long an active one may lead elsewhere, or its name servers be silent, before the cabinet's own address is used. */
const troubleMs = { seen: hour, unseen: 3 * day } as const;
const restingMs = 6 * hour;
const troubledMs = 10 * minute;

/** What is wrong with a domain; undefined when it is the client's and leads to the cabinet. An active one is proved. */
export function wrongWith(
  { proof, leads }: DomainLook,
  { isProved }: { isProved: boolean },
): OwnDomainReason | undefined {
  if (leads === 'unknown' || (proof === 'unknown' && !isProved)) return 'dns_silent';
  if (leads === 'nowhere') return 'no_record';
  if (leads === 'elsewhere') return 'elsewhere';
  return proof === 'found' || isProved ? undefined : 'no_proof';
}

/** When a domain that isn't active yet is given up. */
export function givenUpAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + patienceMs);
}

/** When an active domain with this trouble stops being used. */
export function lostAt(troubledSince: Date, reason: OwnDomainReason | null): Date {
  return new Date(troubledSince.getTime() + troubleMs[reason === 'dns_silent' ? 'unseen' : 'seen']);
}

/** When to look again. A new domain is looked at often at first: somebody is waiting. */
export function nextCheckAt(
  { state, askedAt }: { state: 'pending' | 'active'; askedAt: Date },
  { now, isTroubled }: { now: Date; isTroubled: boolean },
): Date {
  const waited = now.getTime() - askedAt.getTime();
  const pause =
    state === 'pending' ? Math.min(hour, Math.max(minute, waited / 4)) : isTroubled ? troubledMs : restingMs;
  return new Date(now.getTime() + pause);
}

/** Why this name can't be a customer's; undefined when it can. */
export function refusedName(
  name: string,
  { cabinetDomain, publicHost }: { cabinetDomain: string; publicHost: string },
): 'domainOurs' | 'domainSuffix' | undefined {
  if (name.endsWith(`.${cabinetDomain}`)) return 'domainOurs';
  const isOurs = [cabinetDomain, publicHost].some((own) => name === own || own.endsWith(`.${name}`));
  if (isOurs) return 'domainOurs';
  return isSuffix(name) ? 'domainSuffix' : undefined;
}

/** A name below which others register theirs, such as `com.ua`. Nobody could prove it, but it is said at once. */
function isSuffix(name: string): boolean {
  const [first = '', last = '', more] = name.split('.');
  if (more !== undefined || last.length !== 2) return false;
  return sharedAnywhere.has(first) || (last === 'ua' && sharedInUkraine.has(first));
}

const sharedAnywhere: ReadonlySet<string> = new Set(['ac', 'co', 'com', 'edu', 'gov', 'mil', 'net', 'org']);
// oxfmt-ignore
const sharedInUkraine: ReadonlySet<string> = new Set([
  'biz', 'in', 'pp',
  'cherkasy', 'cherkassy', 'chernigov', 'chernihiv', 'chernivtsi', 'chernovtsy', 'ck', 'cn', 'cr', 'crimea', 'cv',
  'dn', 'dnepropetrovsk', 'dnipropetrovsk', 'donetsk', 'dp', 'if', 'ivano-frankivsk', 'kh', 'kharkiv', 'kharkov',
  'kherson', 'khmelnitskiy', 'khmelnytskyi', 'kiev', 'kirovograd', 'km', 'kr', 'ks', 'kv', 'kyiv', 'lg', 'lt',
  'lugansk', 'luhansk', 'lutsk', 'lv', 'lviv', 'mk', 'mykolaiv', 'nikolaev', 'od', 'odesa', 'odessa', 'pl', 'poltava',
  'rivne', 'rovno', 'rv', 'sb', 'sebastopol', 'sm', 'sumy', 'te', 'ternopil', 'uz', 'uzhgorod', 'uzhhorod', 'vinnica',
  'vinnytsia', 'vn', 'volyn', 'yalta', 'zaporizhzhe', 'zaporizhzhia', 'zhitomir', 'zhytomyr', 'zp', 'zt',
]);
