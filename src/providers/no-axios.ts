/**
 * Stands in for axios where the pages are built: simple-rest makes a client of axios as it is loaded, to be used where
 * none is given. Ours is given (`data-provider.ts`), and the library would be a tenth of the panel's own weight
 * (docs/decisions/0111).
 */
const unused = { create: () => ({ interceptors: { response: { use: () => undefined } } }) };

export default unused;
