import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { brandedPalettes, nearestAccent } from '#contract/company/accent.ts';
import type { Branding } from '#contract/company/branding.ts';
import { hexColour } from '#contract/company/hex-colour.ts';
import type { Palette } from '#contract/company/theme.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** The branding as it is typed. */
export type Look = Omit<Branding, 'updated_at'>;

/** A customer's page and the head of an email, in both themes. A colour that is refused is shown as the nearest. */
export function BrandingPreview({ look }: { look: Look }) {
  const { t } = useTranslation();
  const typed = (look.accent ?? '').trim().toLowerCase();
  const palettes = brandedPalettes(hexColour.test(typed) ? nearestAccent(typed) : null);
  const showsPicture = look.logo?.startsWith('data:image/png') || look.mark?.startsWith('data:image/png');
  return (
    <>
      <div className="branding-pages">
        {(['light', 'dark'] as const).map((theme) => (
          <figure key={theme}>
            <figcaption className="muted">{t(`branding.preview.${theme}`)}</figcaption>
            <CustomerPage look={look} palette={palettes[theme]} />
          </figure>
        ))}
      </div>
      <figure>
        <figcaption className="muted">{t('branding.preview.email')}</figcaption>
        <EmailHead look={look} palette={palettes.light} />
      </figure>
      {(look.logo ?? look.mark) !== null && !showsPicture && (
        <p className="muted">{t('branding.svgInMail')}</p>
      )}
    </>
  );
}

function CustomerPage({ look, palette }: { look: Look; palette: Palette }) {
  const { t } = useTranslation();
  const { productName } = useAdmin().config;
  return (
    <div className="brand-page" style={tokens(palette)}>
      <div className="brand-page-head">
        <BrandOf look={look} />
      </div>
      <strong>{t('branding.preview.heading', { product: productName })}</strong>
      <span className="brand-page-button">{t('branding.preview.button')}</span>
      <span className="brand-page-link">{t('branding.preview.link')}</span>
      <span className="brand-page-foot">{look.footer[currentLocale()]}</span>
    </div>
  );
}

/** Mail programs leave an SVG out. */
function EmailHead({ look, palette }: { look: Look; palette: Palette }) {
  const { t } = useTranslation();
  const png = (image: string | null) => (image?.startsWith('data:image/png') ? image : null);
  return (
    <div className="brand-page brand-mail" style={tokens(palette)}>
      <BrandOf
        look={{ logo: png(look.logo), mark: (look.logo ?? look.mark) ? (png(look.mark) ?? '') : null }}
      />
      <div className="brand-mail-card">
        <strong>{t('branding.preview.emailHeading')}</strong>
        <span className="brand-page-button">{t('branding.preview.emailButton')}</span>
      </div>
      <span className="brand-page-foot">{look.footer[currentLocale()]}</span>
    </div>
  );
}

/** Null: the product's own mark; an empty one: none. */
function BrandOf({ look: { logo, mark } }: { look: Pick<Look, 'logo' | 'mark'> }) {
  const { productName, logoName } = useAdmin().config;
  if (logo !== null) return <img className="brand-page-logo" src={logo} alt={productName} />;
  return (
    <span className="brand-page-name">
      {mark !== '' && <img src={mark ?? `/${logoName}.svg`} alt="" width="28" height="28" />}
      {productName}
    </span>
  );
}

/** Custom properties, which React's types don't name. */
function tokens(palette: Palette): CSSProperties {
  return Object.fromEntries(
    Object.entries(palette).map(([name, colour]) => [`--brand-${name}`, colour]),
  ) as CSSProperties;
}
