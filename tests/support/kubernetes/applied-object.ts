/**
 * The part of server-side apply that the driver uses: fields have owners, lists with keys are merged item by item,
 * and a different value for somebody else's field is a conflict. Written from Kubernetes' documentation.
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Segment = string | { key: string; value: string };
type Fields = Map<string, { path: Segment[]; value: Json }>;

export interface Owner {
  manager: string;
  operation: 'Apply' | 'Update';
  subresource?: string | undefined;
}

export interface Conflict {
  field: string;
  owner: Owner;
}

/** The field that identifies an item, by the name of the list; other lists are one value. */
const listKeys: Record<string, string> = {
  containers: 'name',
  initContainers: 'name',
  volumes: 'name',
  env: 'name',
  volumeMounts: 'mountPath',
  ports: 'port',
  conditions: 'type',
};

/** One stored object's fields and who owns each. */
export function appliedObject() {
  const live: Fields = new Map();
  const owners: { owner: Owner; fields: Set<string> }[] = [];

  return {
    /** Applies nothing if there are conflicts and no `force`. */
    apply(owner: Owner, body: { [key: string]: Json }, { force }: { force: boolean }): Conflict[] {
      const wanted = fieldsOf(body);
      const conflicts = [...wanted].flatMap(([field, { value }]) => {
        const present = live.get(field);
        if (!present || JSON.stringify(present.value) === JSON.stringify(value)) return [];
        return otherOwnersOf(field, owner).map((other) => ({ field, owner: other.owner }));
      });
      if (conflicts.length > 0 && !force) return conflicts;
      for (const { field, owner: other } of conflicts) entryOf(other).fields.delete(field);
      const own = entryOf(owner);
      for (const field of own.fields) {
        if (!wanted.has(field) && otherOwnersOf(field, owner).length === 0) live.delete(field);
      }
      own.fields = new Set(wanted.keys());
      for (const [field, entry] of wanted) live.set(field, entry);
      return [];
    },

    /** Like `kubectl edit` or a controller: takes the changed fields from their owners. */
    update(owner: Owner, body: { [key: string]: Json }): void {
      for (const [field, entry] of fieldsOf(body)) {
        if (JSON.stringify(live.get(field)?.value) === JSON.stringify(entry.value)) continue;
        for (const other of owners) other.fields.delete(field);
        entryOf(owner).fields.add(field);
        live.set(field, entry);
      }
    },

    body: (): { [key: string]: Json } => treeOf([...live.values()]),
    managedFields: () =>
      owners
        .filter(({ fields }) => fields.size > 0)
        .map(({ owner }) => ({ ...owner, fieldsType: 'FieldsV1' })),
  };

  function entryOf(owner: Owner) {
    const found = owners.find(({ owner: other }) => isSame(other, owner));
    if (found) return found;
    const made = { owner, fields: new Set<string>() };
    owners.push(made);
    return made;
  }

  function otherOwnersOf(field: string, owner: Owner) {
    return owners.filter((entry) => !isSame(entry.owner, owner) && entry.fields.has(field));
  }
}
export type AppliedObject = ReturnType<typeof appliedObject>;

function isSame(one: Owner, other: Owner): boolean {
  return (
    one.manager === other.manager &&
    one.operation === other.operation &&
    one.subresource === other.subresource
  );
}

function fieldsOf(body: { [key: string]: Json }): Fields {
  const fields: Fields = new Map();
  visit(body, []);
  return fields;

  function visit(value: Json, path: Segment[]): void {
    const key = Array.isArray(value) ? keyOf(value, path) : undefined;
    if (Array.isArray(value) && key) {
      for (const item of value) visit(item, [...path, { key, value: String(Object(item)[key]) }]);
      return;
    }
    if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
    ) {
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
      return;
    }
    fields.set(path.map(written).join(''), { path, value });
  }
}

function keyOf(items: Json[], path: Segment[]): string | undefined {
  const name = path.at(-1);
  const key = typeof name === 'string' ? listKeys[name] : undefined;
  const known = key === 'port' && items.every((item) => Object(item).containerPort) ? 'containerPort' : key;
  return known && items.every((item) => Object(item)[known] !== undefined) ? known : undefined;
}

function written(segment: Segment): string {
  return typeof segment === 'string' ? `.${segment}` : `[${segment.key}="${segment.value}"]`;
}

function treeOf(fields: { path: Segment[]; value: Json }[]): { [key: string]: Json } {
  const root: { [key: string]: Json } = {};
  for (const { path, value } of fields) {
    let at: Json = root;
    for (const [index, segment] of path.entries()) {
      const next = path[index + 1];
      at = next === undefined ? setAt(at, segment, value) : stepInto(at, segment, next);
    }
  }
  return root;
}

function setAt(at: Json, segment: Segment, value: Json): Json {
  if (isObject(at) && typeof segment === 'string') at[segment] = structuredClone(value);
  return value;
}

/** The value at a segment, created if it is missing. */
function stepInto(at: Json, segment: Segment, next: Segment): Json {
  if (typeof segment === 'string') {
    if (!isObject(at)) throw new Error(`${segment} is below no object`);
    return (at[segment] ??= typeof next === 'string' ? {} : []);
  }
  if (!Array.isArray(at)) throw new Error(`${written(segment)} is below no list`);
  const found = at.find((item) => isObject(item) && String(item[segment.key]) === segment.value);
  if (found !== undefined) return found;
  // Another type needs another field.
  const made = { [segment.key]: segment.value };
  at.push(made);
  return made;
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
