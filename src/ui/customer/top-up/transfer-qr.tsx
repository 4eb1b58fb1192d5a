import { useTranslation } from 'react-i18next';
import type { TransferCode } from '#contract/money/proforma.ts';
import { useFormats } from '#web/ui/customer/account/use-formats.ts';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { saveFile } from '#web/ui/shared/save-file.ts';

const savedPixels = 720;

/** A transfer as a QR code: scanned from another screen, opened in the bank's app, or saved as a picture for it. */
export function TransferQr({ qr, name }: { qr: TransferCode; name: string }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { standard, data, picture, amount, purpose } = qr;
  const image = <img src={addressOf(picture)} alt={t('account.qr.alt')} width="200" height="200" />;
  return (
    <figure className="qr">
      {standard === 'nbu' ? <a href={data}>{image}</a> : image}
      <figcaption>
        <p>{t('account.qr.scan', { amount: money(amount) })}</p>
        <p className="muted">{purpose}</p>
        {standard === 'nbu' && (
          <a className="button secondary by-touch" href={data}>
            {t('account.qr.open')}
          </a>
        )}
        <Button look="text" onClick={() => void savePicture(picture, `${name}.png`)}>
          {t('account.qr.save')}
        </Button>
      </figcaption>
    </figure>
  );
}

function addressOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** As pixels: banks' apps read no SVG. */
async function savePicture(svg: string, name: string): Promise<void> {
  const image = new Image(savedPixels, savedPixels);
  // Without a size of its own not every browser draws it.
  image.src = addressOf(svg.replace('<svg ', `<svg width="${savedPixels}" height="${savedPixels}" `));
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: savedPixels, height: savedPixels });
  canvas.getContext('2d')?.drawImage(image, 0, 0, savedPixels, savedPixels);
  canvas.toBlob((file) => file && saveFile(file, name));
}
