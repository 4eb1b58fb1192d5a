import { useSyncExternalStore } from 'react';

/** How large the reader's text is against the usual one: 1 where the root's text has 16 pixels. */
export function useTextScale(): number {
  return useSyncExternalStore(follow, textScale);
}

function textScale(): number {
  const pixels = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return pixels > 0 ? pixels / usualPixels : 1;
}

const usualPixels = 16;

/** The browser says nothing when its text becomes larger, but an element that is measured in it becomes wider. */
function follow(onChange: () => void): () => void {
  const ruler = document.createElement('div');
  Object.assign(ruler.style, { position: 'absolute', width: '1rem', visibility: 'hidden' });
  document.body.append(ruler);
  const observer = new ResizeObserver(onChange);
  observer.observe(ruler);
  return () => {
    observer.disconnect();
    ruler.remove();
  };
}
