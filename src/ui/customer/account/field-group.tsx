import type { ReactNode } from 'react';

/** What belongs together under a heading that says what it is for; side by side where there is room. */
export function FieldGroup({
  name,
  title,
  lead,
  children,
}: {
  /** Of the heading's id. */
  name: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section className="group" aria-labelledby={`${name}-title`}>
      <div>
        <h2 id={`${name}-title`}>{title}</h2>
        {lead && <p className="muted">{lead}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
