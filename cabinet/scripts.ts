import { printScript } from './pages/print-button.ts';
import { enterScript } from './shop/goods/enter-leads-on.ts';
import { returnScript } from './shop/sales/count-return.ts';
import { beginScript } from './shop/till/begin-sale.ts';
import { countScript } from './shop/till/count-while-typing.ts';
import { queueScript } from './shop/till/queue-scans.ts';

/** Every script that there is in the cabinet's pages: the content policy lets no other run. */
export const scripts = [printScript, countScript, queueScript, returnScript, beginScript, enterScript];
