import { listOf } from '../../http/answers.ts';
import { auditEntry, auditList } from '../../entities/audit-entry.ts';
import { route, staff } from '../../http/route.ts';

/** The audit log: prefix `admin/audit`. */
export const auditApi = {
  audit: route({
    method: 'GET',
    path: '/admin/audit',
    access: staff('audit.read'),
    summary: 'Who did what, newest first',
    list: auditList,
    answer: listOf(auditEntry),
  }),
};
