import { buildIfStale } from './pages-build.ts';

/** `npm run build`. After an install it only tries: with a mistake in the pages, the next start says so. */
process.exitCode = await buildIfStale({ isTrying: process.argv.includes('--after-install') });
