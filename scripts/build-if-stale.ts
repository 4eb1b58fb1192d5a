import { buildIfStale } from './pages-build.ts';

/** `npm run build`. After an install it only tries: if the pages have an error, the next start reports it. */
process.exitCode = await buildIfStale({ isTrying: process.argv.includes('--after-install') });
