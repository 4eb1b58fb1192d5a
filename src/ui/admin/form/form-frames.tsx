import { lazy, Suspense, use } from 'react';
import type { AnyResource, Row, Screen, UseDeclaration } from '#web/ui/admin/resource/define-resource.ts';

// A form weighs more than the lists, which know every resource.
const ResourceDialog = lazy(async () => ({
  default: (await import('./resource-dialog.tsx')).ResourceDialog,
}));

/** The page that makes or changes a row of a declaration; it and the form are loaded together. */
export function formScreen(resource: AnyResource, action: 'create' | 'edit'): Screen {
  return async () => {
    const [{ ResourceCreate, ResourceEdit }, useDeclaration] = await Promise.all([
      import('./resource-form.tsx'),
      declarationOf(resource),
    ]);
    const Frame = action === 'create' ? ResourceCreate : ResourceEdit;
    return { Component: () => <Frame resource={resource} useDeclaration={useDeclaration} /> };
  };
}

interface DialogProps {
  resource: AnyResource;
  /** To change; without one a row is made. */
  row?: Row;
  /** What the row is called. */
  title?: string;
  onClose: () => void;
}

/** The dialog that makes or changes a row of a declaration. */
export function RowDialog(dialog: DialogProps) {
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...dialog} />
    </Suspense>
  );
}

function LoadedDialog({ title = '', ...dialog }: DialogProps) {
  const useDeclaration = use(declarationOf(dialog.resource));
  return <ResourceDialog {...dialog} title={title} useDeclaration={useDeclaration} />;
}

const declarations = new WeakMap<AnyResource, Promise<UseDeclaration>>();

/** The form of a resource. What could not be loaded is tried again the next time. */
function declarationOf(resource: AnyResource): Promise<UseDeclaration> {
  const known = declarations.get(resource);
  if (known) return known;
  const { name, form } = resource;
  const loading = form ? form.load() : Promise.reject(new Error(`${name} has no form`));
  declarations.set(resource, loading);
  loading.catch(() => declarations.delete(resource));
  return loading;
}
