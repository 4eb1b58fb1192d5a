import { type DragEvent, useState } from 'react';

/** Lets columns be put in another order: each gets what makes it one that is dragged to the place of another. */
export function useDragToPlace(place: (dragged: string, onto: string) => void) {
  const [drag, setDrag] = useState<{ dragged: string; onto: string | null } | null>(null);
  return (field: string) => ({
    draggable: true,
    className: drag?.onto === field && drag.dragged !== field ? 'drop-here' : undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move';
      setDrag({ dragged: field, onto: null });
    },
    onDragOver: (event: DragEvent) => {
      if (!drag) return;
      event.preventDefault(); // else nothing can be dropped here
      if (drag.onto !== field) setDrag({ ...drag, onto: field });
    },
    onDrop: (event: DragEvent) => {
      if (!drag) return;
      event.preventDefault();
      setDrag(null);
      if (drag.dragged !== field) place(drag.dragged, field);
    },
    onDragEnd: () => setDrag(null),
  });
}
