import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** The operator's logo, which has the name in it; else the mark and the name. */
export function BrandName({ more = '' }: { more?: string }) {
  const { branding, productName } = useAdmin().config;
  const { logo, markUrl } = branding;
  if (logo) {
    const width = Math.round(28 * logo.ratio);
    return (
      <>
        <img className="brand-logo" src={logo.url} alt={productName} width={width} height="28" />
        {more !== '' && <span className="brand-name">{more}</span>}
      </>
    );
  }
  return (
    <>
      <img src={markUrl} alt="" width="28" height="28" />
      <span className="brand-name">{more === '' ? productName : `${productName} ${more}`}</span>
    </>
  );
}
