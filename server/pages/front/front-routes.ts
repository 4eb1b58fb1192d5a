import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { personIn } from '#contract/accounts/person-cookie.ts';
import { offerKinds } from '#contract/entities/offer.ts';
import { type Locale, localeOf } from '#contract/kernel/variants.ts';
import { readOffer } from '#server/customers/read-registration.ts';
import { readBrand } from '#server/branding/read-branding.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import type { Config } from '#server/kernel/config.ts';
import { cookieLocale } from '#server/http/unavailable-page.ts';
import { readPublicTariffs } from '#server/tariffs/public-tariffs.ts';
import type { FrontFacts } from './front-page.ts';
import { frontStyle } from './front-style.ts';
import { writeTariffsPage } from './tariffs-page.ts';
import { writeTextPage } from './text-page.ts';

const policyOf = (styleHash: string) =>
  [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export type FrontDeps = Pick<
  CustomerDeps,
  'db' | 'defaultLocale' | 'productName' | 'currency' | 'settings'
> & {
  config: Pick<Config, 'publicUrl' | 'logoName'>;
};

interface Reader {
  locale: Locale;
  /** Who is signed in. */
  person: string | null;
}

/** `/tariffs`, `/terms` and `/privacy`: pages for strangers, with no script at all (docs/decisions/0159). */
export function serveFront(app: FastifyInstance, deps: FrontDeps): void {
  const { defaultLocale, settings } = deps;
  const page = (path: string, write: (facts: FrontFacts, reader: Reader) => Promise<string>) =>
    app.get(path, async (request, reply) => {
      const locale = chooseLocale(request, reply, defaultLocale);
      const facts = await factsOf(deps);
      const { hash } = frontStyle(facts.brand.palettes);
      return send(reply, {
        locale,
        hash,
        body: await write(facts, { locale, person: personIn(request.headers.cookie) }),
      });
    });
  page('/tariffs', async (facts, { locale, person }) => {
    const known = await settings.getAll(['registration_open', 'front_headline', 'front_sentence']);
    return writeTariffsPage(facts, {
      locale,
      person,
      currency: deps.currency,
      tariffs: await readPublicTariffs(deps, locale),
      registrationOpen: known.registration_open,
      headline: known.front_headline[locale],
      sentence: known.front_sentence[locale],
    });
  });
  for (const kind of offerKinds) {
    page(`/${kind}`, async (facts, { locale, person }) =>
      writeTextPage(facts, { path: `/${kind}`, locale, person, text: await readOffer(deps, locale, kind) }),
    );
  }
}

/** The language in the address, which this browser then keeps; else the kept one, else the default. */
function chooseLocale(request: FastifyRequest, reply: FastifyReply, defaultLocale: Locale): Locale {
  const { lang } = request.query as Record<string, unknown>;
  const asked = typeof lang === 'string' ? localeOf(lang) : undefined;
  if (asked) void reply.header('set-cookie', `locale=${asked}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return asked ?? cookieLocale(request.headers.cookie) ?? defaultLocale;
}

async function factsOf({ db, config, productName, defaultLocale, settings }: FrontDeps): Promise<FrontFacts> {
  const known = await settings.getAll(['company_details', 'support_email', 'support_phone']);
  return {
    productName,
    defaultLocale,
    brand: await readBrand({ db, config }),
    publicUrl: config.publicUrl.replace(/\/$/, ''),
    seller: known.company_details.name,
    sellerCode: known.company_details.code,
    sellerAddress: known.company_details.address,
    supportEmail: known.support_email,
    supportPhone: known.support_phone,
  };
}

function send(
  reply: FastifyReply,
  { locale, hash, body }: { locale: Locale; hash: string; body: string },
): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policyOf(hash),
      'content-language': locale,
      'cache-control': 'no-cache',
      vary: 'cookie',
    })
    .type('text/html; charset=utf-8')
    .send(body);
}
