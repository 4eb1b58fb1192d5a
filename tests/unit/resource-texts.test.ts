import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cabinetSteps, stepStates } from '#contract/cabinets/cabinet.ts';
import { permissions } from '#contract/kernel/permissions.ts';
import { passwordRules } from '#contract/kernel/primitives.ts';
import { locales } from '#contract/kernel/variants.ts';
import { resources } from '#web/resources/index.ts';
import { groupsOf } from '#web/resources/staff/users/permission-groups.ts';
import type { AnyResource } from '#web/ui/admin/resource/define-resource.ts';

const listed = Object.values<AnyResource>(resources).filter((resource) => columnsOf(resource).length > 0);

/** Keys that types can't check (`declaredKey`): all of them, in every language. */
describe.each(locales)('in %s', (locale) => {
  const known = panelTexts(locale);
  const expectKnown = (keys: readonly string[]) =>
    expect(keys.filter((key) => !known.has(key) && !known.has(`${key}_other`))).toEqual([]);

  test.each(listed)('every text that $name declares is there', (resource) => {
    expectKnown(declaredKeys(resource));
  });

  test('every permission, step of a cabinet and rule of a password has its words', () => {
    expectKnown([
      ...groupsOf(permissions).map(({ group }) => `users.permissionGroups.${group}`),
      ...permissions.map((name) => `permissions.${name.replace('.', '_')}`),
      ...cabinetSteps.map((step) => `clients.cabinet.step.${step}`),
      ...stepStates.map((state) => `clients.cabinet.state.${state}`),
      ...Object.keys(passwordRules).map((rule) => `password.${rule}`),
    ]);
  });
});

function declaredKeys(resource: AnyResource): string[] {
  const { name, title, spec, filters, routes, form, show, screens, list } = resource;
  const shown = new Set([
    ...columnsOf(resource).map(({ field }) => field),
    ...filters.map(({ field }) => field),
  ]);
  const enums = [...shown].flatMap((field) => {
    const { type, values = [] } = spec.fields[field] ?? {};
    return type === 'enum' ? values.map((value) => `${name}.values.${field}.${value}`) : [];
  });
  return [
    title ?? `${name}.title`,
    ...[...shown].map((field) => `${name}.fields.${field}`),
    ...enums,
    ...(list?.whenEmpty || screens?.list ? [] : [`${name}.empty.title`, `${name}.empty.text`]),
    ...(form && routes.create ? [`${name}.new`, `${name}.created`] : []),
    ...(form && routes.update ? [`${name}.edit`, `${name}.saved`] : []),
    ...(show || screens?.show ? [`${name}.notFound`] : []),
  ];
}

function columnsOf(resource: AnyResource): readonly { field: string }[] {
  return (resource as unknown as { columns: { field: string }[] }).columns; // left out of the type for its rows
}

function panelTexts(locale: string): Set<string> {
  const folder = new URL(`../../locales/${locale}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) =>
    ['common.json', 'account.json', 'admin.json'].includes(file),
  );
  return new Set(files.flatMap((file) => keysOf(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))));
}

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => keysOf(inner, path === '' ? key : `${path}.${key}`));
}
