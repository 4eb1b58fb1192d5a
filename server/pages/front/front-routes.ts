import type { FastifyInstance, FastifyReply } from 'fastify';
import { personIn } from '#contract/accounts/person-cookie.ts';
import { questionsIn } from '#contract/company/front-questions.ts';
import { offerKinds } from '#contract/entities/offer.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { readOffer } from '#server/customers/read-registration.ts';
import { readRegistrationStart } from '#server/customers/starting-tariff.ts';
import { readBrand, readFrontPicture } from '#server/branding/read-branding.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import type { Config } from '#server/kernel/config.ts';
import { cookieLocale } from '#server/http/unavailable-page.ts';
import { askedLocale, languageOffer } from '#server/pages/language-offer.ts';
import { readSeller } from '#server/offer/seller.ts';
import { readPublicTariffs } from '#server/tariffs/public-tariffs.ts';
import type { FrontFacts } from './front-page.ts';
import type { Html } from './html.ts';
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
  'db' | 'defaultLocale' | 'productName' | 'currency' | 'settings' | 'timeZone'
> & {
  config: Pick<Config, 'publicUrl' | 'logoName'>;
};

interface Reader {
  locale: Locale;
  /** Who is signed in. */
  person: string | null;
  offer: Html;
}

/** `/tariffs`, `/terms` and `/privacy`: pages for strangers, with no script at all (docs/decisions/0159). */
export function serveFront(app: FastifyInstance, deps: FrontDeps): void {
  const { defaultLocale, settings } = deps;
  const page = (path: string, write: (facts: FrontFacts, reader: Reader) => Promise<string>) =>
    app.get(path, async (request, reply) => {
      const asked = askedLocale(request, reply);
      // The language in the address; else the kept one, else the default.
      const locale = asked ?? cookieLocale(request.headers.cookie) ?? defaultLocale;
      const facts = await factsOf(deps);
      const { hash } = frontStyle(facts.brand.palettes);
      return send(reply, {
        locale,
        hash,
        body: await write(facts, {
          locale,
          person: personIn(request.headers.cookie),
          offer: languageOffer(request, locale),
        }),
      });
    });
  page('/tariffs', async (facts, reader) => {
    const known = await settings.getAll([
      'registration_open',
      'front_headline',
      'front_sentence',
      'front_questions',
    ]);
    const { locale } = reader;
    const start = known.registration_open && (await readRegistrationStart(deps, locale, {}));
    return writeTariffsPage(facts, {
      ...reader,
      currency: deps.currency,
      tariffs: await readPublicTariffs(deps, locale),
      start: start || undefined,
      registrationOpen: known.registration_open,
      headline: known.front_headline[locale],
      sentence: known.front_sentence[locale],
      picture: await readFrontPicture(deps.db),
      questions: questionsIn(locale, known.front_questions),
    });
  });
  for (const kind of offerKinds) {
    page(`/${kind}`, async (facts, reader) =>
      writeTextPage(facts, {
        ...reader,
        path: `/${kind}`,
        text: await readOffer(deps, reader.locale, kind),
        timeZone: deps.timeZone,
      }),
    );
  }
}

async function factsOf({ db, config, productName, defaultLocale, settings }: FrontDeps): Promise<FrontFacts> {
  const seller = await readSeller(settings);
  return {
    productName,
    defaultLocale,
    brand: await readBrand({ db, config }),
    publicUrl: config.publicUrl.replace(/\/$/, ''),
    seller,
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
      vary: 'cookie, accept-language',
    })
    .type('text/html; charset=utf-8')
    .send(body);
}
