import { create } from 'qrcode';
import type { PaymentQr } from './payment-qr.ts';

/** Blank modules around, so that cameras find the code. */
const quiet = 4;

/**
 * The QR code of a payment as SVG, as large as it is shown. The National Bank's rules ask for version 10 or more and
 * the hryvnia's sign in a white circle; the code is read all the same, by its correction of errors.
 */
export function qrPicture({ standard, data }: PaymentQr): string {
  const isNbu = standard === 'nbu';
  const options = { errorCorrectionLevel: isNbu ? 'Q' : 'M' } as const;
  const smallest = create(data, options);
  const { modules } = isNbu && smallest.version < 10 ? create(data, { ...options, version: 10 }) : smallest;
  const side = modules.size + 2 * quiet;
  const path = rows(modules.size)
    .flatMap((y) =>
      runs(modules.size, (x) => modules.get(y, x) !== 0).map(
        ({ from, length }) => `M${from + quiet} ${y + quiet}h${length}v1h-${length}z`,
      ),
    )
    .join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    `<rect width="${side}" height="${side}" fill="#ffffff"/><path d="${path}" fill="#000000"/>`,
    isNbu ? hryvnia(side / 2, modules.size * 0.09) : '',
    '</svg>',
  ].join('');
}

/** The sign, drawn: not every font has it. */
function hryvnia(center: number, radius: number): string {
  const unit = radius / 10;
  return [
    `<circle cx="${center}" cy="${center}" r="${radius}" fill="#ffffff"/>`,
    `<g transform="translate(${center} ${center}) scale(${unit})" fill="none" stroke="#000000" stroke-width="1.3">`,
    '<path d="M-3.2 -3.8C-1.8 -6.4 3.4 -6.2 3.2 -3C3 0 -3 0 -3.2 3C-3.4 6.2 1.8 6.4 3.2 3.8"/>',
    '<path d="M-5 -1.2H5M-5 1.2H5"/></g>',
  ].join('');
}

function rows(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The dark modules of a row that touch each other: one rectangle each, which keeps the picture small. */
function runs(size: number, isDark: (x: number) => boolean): { from: number; length: number }[] {
  const found: { from: number; length: number }[] = [];
  for (let x = 0; x < size; x += 1) {
    if (!isDark(x)) continue;
    const last = found.at(-1);
    if (last && last.from + last.length === x) last.length += 1;
    else found.push({ from: x, length: 1 });
  }
  return found;
}
