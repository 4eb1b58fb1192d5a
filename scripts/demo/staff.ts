import type { Permission } from '#contract/kernel/permissions.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { Locale, Variant } from '#contract/kernel/variants.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { allRoles, type RoleRow } from '#server/users/roles/role-store.ts';
import { day, hour, later, minute, monthsLater } from './calendar.ts';
import type { Random } from './random.ts';

export interface DemoStaff {
  /** Accounts that can sign in, with their role in a word or two. */
  accounts: { email: string; role: string }[];
  /** Staff who are managers of clients. */
  managers: UserRow[];
  /** Staff who book payments. */
  cashiers: UserRow[];
  invited: UserRow;
}

interface Options {
  random: Random;
  now: Date;
  timeZone: string;
  locale: Locale;
  variant: Variant;
  passwordHash: string;
}

/** Colleagues with different permissions; one is gone and one has not joined yet. */
export async function insertStaff(tx: Db, options: Options): Promise<DemoStaff> {
  const roles = await allRoles(tx);
  const rows = colleagues.map((colleague) => userRow(colleague, { ...options, roles }));
  await tx.insertInto('users').values(rows).execute();
  const inPost = (post: Post) => rows.filter((_, index) => colleagues[index]?.post === post);
  const [invited] = inPost('invited');
  if (!invited) throw new Error('nobody is invited');
  return {
    accounts: colleagues.flatMap(({ email, role, post }) =>
      post === 'gone' || post === 'invited' ? [] : [{ email, role }],
    ),
    managers: [...inPost('manager'), ...inPost('gone')],
    cashiers: inPost('cashier'),
    invited,
  };
}

function userRow(
  { email, name, has, permissions, post, monthsAgo }: Colleague,
  { random, now, timeZone, locale, variant, passwordHash, roles }: Options & { roles: readonly RoleRow[] },
): UserRow {
  const createdAt = post === 'invited' ? later(now, -3 * minute) : monthsLater(now, -monthsAgo, timeZone);
  const joinedAt = post === 'invited' ? null : later(createdAt, random.between(1, 20) * hour);
  const deletedAt = post === 'gone' ? later(now, -70 * day) : null;
  const lastLogin = deletedAt ? later(deletedAt, -2 * day) : later(now, -random.between(1, 60) * hour);
  return {
    id: random.id(),
    email,
    email_key: emailKey(email),
    name: name[variant],
    permissions: [...permissions],
    role_ids: roles.filter(({ names }) => names?.en === has).map(({ id }) => id),
    alarms: [],
    password_hash: joinedAt && passwordHash,
    locale,
    joined_at: joinedAt,
    last_login: joinedAt && lastLogin,
    created_at: createdAt,
    updated_at: deletedAt ?? joinedAt ?? createdAt,
    deleted_at: deletedAt,
    two_factor_at: null,
    two_factor_required: false,
    pending_email: null,
    pending_email_by_staff: false,
    devices_from: null,
    links_from: null,
    oidc_issuer: null,
    oidc_subject: null,
  };
}

type Post = 'manager' | 'cashier' | 'office' | 'gone' | 'invited';

interface Colleague {
  email: string;
  name: Record<Variant, string>;
  /** For the terminal. */
  role: string;
  post: Post;
  /** One of the first roles, by its English name. */
  has?: string;
  /** Besides those of the role. */
  permissions: readonly Permission[];
  monthsAgo: number;
}

const colleagues: Colleague[] = [
  {
    email: 'admin@kasa.example',
    name: { ua: 'Ірина Савчук', lt: 'Irena Savickienė' },
    role: 'administrator',
    post: 'office',
    permissions: fullPermissions,
    monthsAgo: 19,
  },
  {
    email: 'sales@kasa.example',
    name: { ua: 'Андрій Мельник', lt: 'Andrius Malūnas' },
    role: 'sales: changes, tops up and exports clients, signs in as them',
    post: 'manager',
    has: 'Sales',
    permissions: ['clients.replenish', 'clients.impersonate'],
    monthsAgo: 18,
  },
  {
    email: 'support@kasa.example',
    name: { ua: 'Марія Ткаченко', lt: 'Marija Audėjienė' },
    role: 'support: changes clients, signs in as them, reads the email log',
    post: 'manager',
    has: 'Support',
    permissions: [],
    monthsAgo: 14,
  },
  {
    email: 'accounts@kasa.example',
    name: { ua: 'Оксана Бондар', lt: 'Oksana Bondarienė' },
    role: 'accountant: payments, documents, months, top-ups',
    post: 'cashier',
    has: 'Accountant',
    permissions: [],
    monthsAgo: 18,
  },
  {
    email: 'product@kasa.example',
    name: { ua: 'Наталія Гнатюк', lt: 'Natalija Gintautaitė' },
    role: 'product: tariffs and settings',
    post: 'office',
    has: 'Product',
    permissions: ['settings.write'],
    monthsAgo: 16,
  },
  {
    email: 'audit@kasa.example',
    name: { ua: 'Юрій Лисенко', lt: 'Jurgis Lisauskas' },
    role: 'auditor: sees everything, changes nothing (read_only)',
    post: 'office',
    has: 'Auditor',
    permissions: [],
    monthsAgo: 9,
  },
  {
    email: 'office@kasa.example',
    name: { ua: 'Степан Кравець', lt: 'Steponas Kravčius' },
    role: 'left the company',
    post: 'gone',
    permissions: ['clients.write', 'clients.replenish', 'tariffs.read'],
    monthsAgo: 17,
  },
  {
    email: 'new@kasa.example',
    name: { ua: 'Дарина Поліщук', lt: 'Darina Poliakaitė' },
    role: 'has not joined yet',
    post: 'invited',
    permissions: ['clients.read', 'clients.replenish'],
    monthsAgo: 0,
  },
];
