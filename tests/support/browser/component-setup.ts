import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, expect } from 'vitest';
import { takeUnanswered } from './contract-edge.ts';

// antd hides elements by styles, and computing them takes longer than everything else. Time decides no test.
configure({ defaultHidden: true, asyncUtilTimeout: 60_000 });

// Files of one worker share their window, and the language of an earlier file would come first (src/providers/texts.ts).
document.cookie = 'locale=; path=/; max-age=0';

afterEach(() => expect(takeUnanswered()).toEqual([]));

// The last panel of a file: what React has planned for it would run when its window is gone.
afterAll(async () => {
  cleanup();
  for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next));
});
