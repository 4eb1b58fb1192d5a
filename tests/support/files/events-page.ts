import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EventType } from '#contract/panel/event-types.ts';

export interface ExampleEvent {
  type: EventType;
  timestamp: string;
  data: Record<string, unknown>;
}

/** The examples of `docs/events.md`, by the type in their heading. */
export function exampleEvents(): Map<string, ExampleEvent> {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/events.md', import.meta.url)), 'utf8');
  const found = page.matchAll(/^### `([\w.]+)`[\s\S]*?```json\n([\s\S]*?)```/gm);
  return new Map([...found].map(([, type = '', text = '']) => [type, JSON.parse(text)]));
}
