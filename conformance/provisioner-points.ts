import { signatureToleranceSeconds } from '#contract/cabinets/webhook-signature.ts';
import { check } from './point.ts';

const section = 'Provisioner';
/** The points that a provisioner is checked for, in the order of the report. */
export const checks = {
  reachable: check('reachable', section, 'The address answers'),
  forged: check('forged', 'Signature', 'A call signed with another secret is refused'),
  late: check(
    'late',
    'Signature',
    `A call of more than ${signatureToleranceSeconds} s ago or ahead is refused`,
  ),
  database: check('database', section, 'It makes a database'),
  instance: check('instance', section, 'It makes an instance'),
  answers: check('answers', section, 'What it calls done answers its health check'),
  listed: check('listed', section, 'Its list has the cabinet as it is'),
  ownDomain: check('own_domain', section, "A cabinet answers under its customer's own domain"),
  backup: check('backup', section, 'It gives a backup that comes whole'),
  suspend: check('suspend', section, 'It suspends'),
  rests: check('rests', 'Suspension', 'A suspended cabinet answers 503'),
  restingBackup: check('backup_suspended', section, 'It gives a backup of a suspended cabinet too'),
  resume: check('resume', section, 'It resumes'),
  resumed: check('resumed', section, 'A resumed cabinet answers its health check'),
  replayed: check('replayed', section, 'An operation that comes again after a later one undoes nothing'),
  destroy: check('destroy', section, 'It destroys'),
  gone: check('gone', section, 'What was destroyed is gone'),
  restore: check('restore', section, 'A database begins with the backup that it is told'),
  nobodys: check('nobodys', section, 'What nobody owns goes by its client id alone'),
  repeated: check('repeated', section, 'A repeated operation is answered as the first time'),
  again: check('again', section, 'What is so already is done, by a new operation too'),
  results: check('results', section, 'Results that it sends are signed and as the page has them'),
};
