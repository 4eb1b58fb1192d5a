/**
 * Replaces axios in the built pages. simple-rest creates an axios client when it is loaded, as a default; we pass our
 * own (`data-provider.ts`), and axios would be a tenth of the panel's weight (docs/decisions/0111).
 */
const unused = { create: () => ({ interceptors: { response: { use: () => undefined } } }) };

export default unused;
