import { expect, it } from 'vitest';
import { endings, linkGroups } from '#server/auth/endings.ts';

/**
 * The table of GROWTH section 15, with the rows that decision 0133 adds; s is staff, c customers. The plan says "all
 * but this one" for the reset of a second factor: a colleague does it, so none of the account's sessions is left. Of
 * sessions in cabinets a person keeps the newest where theirs goes on (docs/decisions/0193).
 */
const table = `
change                  | of    | sessions | links          | address | tickets | cabinets | devices
password_changed        | s c   | others   | all            | ends    | own     | older    | end
password_reset          | s c   | all      | all            | ends    | own     | own      | end
address_asked           | s c   | none     | address        | ends    | none    | none     | stay
address_cancelled       | s c   | none     | address        | ends    | none    | none     | stay
address_corrected       | s c   | none     | all            | ends    | none    | none     | stay
address_confirmed       | s c   | others   | all            | ends    | own     | none     | stay
staff_address_confirmed | s c   | all      | all            | ends    | own     | own      | stay
address_refused         | s c   | all      | all            | ends    | own     | own      | end
second_factor_on        | s c   | others   | challenges     | stays   | own     | older    | stay
second_factor_off       | s c   | others   | challenges     | stays   | own     | older    | stay
second_factor_reset     | s c   | all      | challenges     | stays   | own     | own      | stay
oidc_unlinked           | s     | others   | challenges     | stays   | own     | own      | stay
permissions_changed     | s     | none     | none           | stays   | none    | none     | stay
acting_lost             | s     | all      | all            | ends    | own     | own      | stay
blocked                 | c     | all      | all            | ends    | client  | client   | stay
unblocked               | c     | none     | none           | stays   | none    | none     | stay
deleted                 | s c   | all      | allAndRefusals | ends    | client  | client   | stay
restored                | s c   | all      | allAndRefusals | ends    | client  | client   | stay
erased                  | s c   | all      | allAndRefusals | ends    | client  | client   | stay
signed_out              | s c   | others   | challenges     | stays   | own     | own      | stay
token_stolen            | s c   | this     | none           | stays   | own     | own      | end
`;

const short = { staff: 's', customer: 'c' } as const;

it('end what the plan says, row by row', () => {
  const rows = Object.entries(endings).map(([change, ending]) => [
    change,
    ending.of.map((kind) => short[kind]).join(' '),
    ending.sessions,
    ending.links,
    ending.pendingEmail ? 'ends' : 'stays',
    ending.tickets,
    ending.cabinets,
    ending.devices ? 'end' : 'stay',
  ]);
  const [, ...written] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows).toEqual(written);
});

it('end links by these groups', () => {
  const all = [
    'client_invitation',
    'confirm',
    'confirm_new_email',
    'confirm_staff_email',
    'reset',
    'second_factor',
    'staff_invitation',
    'staff_recovery',
    'staff_reset',
  ];
  const sorted = Object.entries(linkGroups).map(([name, purposes]) => [name, [...purposes].sort()]);
  expect(Object.fromEntries(sorted)).toEqual({
    none: [],
    challenges: ['second_factor'],
    address: ['confirm_new_email', 'confirm_staff_email'],
    all,
    allAndRefusals: [...all, 'refuse_email', 'refuse_staff_email'].sort(),
  });
});
