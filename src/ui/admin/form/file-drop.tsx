import { Button } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import './file-drop.css';

/** A field into which a file is dropped, or with which it is chosen. */
export function FileDrop({
  label,
  text,
  choose,
  help,
  accept,
  failure,
  onChosen,
  children,
}: {
  label: string;
  text: string;
  choose: string;
  help: string;
  /** As in `<input type="file">`. */
  accept: string;
  failure: string | null;
  onChosen: (file: File) => void;
  /** Further help. */
  children?: ReactNode;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChosen(file);
  }

  return (
    <section
      className={isOver ? 'panel panel-wide file-drop is-over' : 'panel panel-wide file-drop'}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{text}</p>
      <Button type="primary" onClick={() => chooser.current?.click()}>
        {choose}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        aria-label={choose}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that choosing the same file again, corrected meanwhile, counts as a change.
          target.value = '';
          if (file) onChosen(file);
        }}
      />
      <FormFailure text={failure} />
      <p className="muted">{help}</p>
      {children}
    </section>
  );
}
