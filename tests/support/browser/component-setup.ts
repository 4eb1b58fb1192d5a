import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, expect } from 'vitest';
import { takeUnanswered } from './contract-edge.ts';

// antd hides elements by styles, and computing them takes longer than everything else. Time decides no test.
configure({ defaultHidden: true, asyncUtilTimeout: 60_000 });

// React's development build notes for each element who made it, which takes a tenth of these tests. It does so for the
// first ten thousand of a second, so it is told that there were more.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => 20_000, set() {}, configurable: true },
);

// Files of one worker share their window, and the language of an earlier file would come first (src/providers/texts.ts).
document.cookie = 'locale=; path=/; max-age=0';

afterEach(() => expect(takeUnanswered()).toEqual([]));

// The last panel of a file: what React has planned for it would run when its window is gone.
afterAll(async () => {
  cleanup();
  for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next));
});
