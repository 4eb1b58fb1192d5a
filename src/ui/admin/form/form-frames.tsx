import { lazy, Suspense, use } from 'react';
import type { AnyResource, Row, Screen, UseDeclaration } from '#web/ui/admin/resource/define-resource.ts';

// Loaded late: forms are larger than the lists, which know every resource.
const ResourceDialog = lazy(async () => ({
  default: (await import('./resource-dialog.tsx')).ResourceDialog,
}));

/** The page that creates or changes a row of a declaration; it is loaded together with its form. */
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
  /** The row to change; without one a row is created. */
  row?: Row;
  /** The row's name. */
  title?: string;
  /** Gets the id of a row that was created. */
  onMade?: (id: string) => void;
  onClose: () => void;
}

/** The dialog that creates or changes a row of a declaration. */
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

/** The form of a resource. A failed load is repeated the next time. */
function declarationOf(resource: AnyResource): Promise<UseDeclaration> {
  const known = declarations.get(resource);
  if (known) return known;
  const { name, form } = resource;
  const loading = form ? form.load() : Promise.reject(new Error(`${name} has no form`));
  declarations.set(resource, loading);
  loading.catch(() => declarations.delete(resource));
  return loading;
}
