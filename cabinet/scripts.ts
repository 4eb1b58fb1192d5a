import { printScript } from './pages/print-button.ts';
import { returnScript } from './shop/sales/count-return.ts';
import { countScript } from './shop/till/count-while-typing.ts';

/** Every script that there is in the cabinet's pages: the content policy lets no other run. */
export const scripts = [printScript, countScript, returnScript];
