import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { RowDialog } from '#web/ui/admin/form/form-frames.tsx';
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import {
  actionsOf,
  type Resource,
  type Row,
  routeOfScreen,
  showPath,
} from '#web/ui/admin/resource/define-resource.ts';
import './row-title.css';

/** A row's name in its list: a link to its page, or to the dialog that changes it. */
export function RowTitle<R extends Row>({
  resource,
  row,
  text,
}: {
  resource: Resource<R>;
  row: R;
  text: ReactNode;
}) {
  if (actionsOf(resource).includes('show')) {
    return (
      <Link className="row-title" to={showPath(resource, row.id)}>
        <bdi>{text}</bdi>
      </Link>
    );
  }
  if (resource.form?.in !== 'dialog' || !resource.routes.update) return text;
  return <DialogTitle resource={resource} row={row} text={text} />;
}

/** Opens the dialog; plain text for people who may not change the row. */
function DialogTitle<R extends Row>({
  resource,
  row,
  text,
}: {
  resource: Resource<R>;
  row: R;
  text: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay()(routeOfScreen(resource, 'edit'));
  if (!may.allowed) {
    return (
      <Hint text={may.reason}>
        <span>{text}</span>
      </Hint>
    );
  }
  const title = String(resource.titleField ? row[resource.titleField] : row.id);
  return (
    <>
      <button type="button" className="title-button" onClick={() => setOpen(true)}>
        <bdi>{text}</bdi>
      </button>
      {isOpen && <RowDialog resource={resource} row={row} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
