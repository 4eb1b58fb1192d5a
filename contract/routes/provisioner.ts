import * as z from 'zod';
import { done, fileAnswer } from '../http/answers.ts';
import { id } from '../primitives.ts';
import { provisionerResult } from '../cabinets/provisioner.ts';
import { provisioner, route } from '../http/route.ts';

/** Routes for the operator's provisioner, signed with the webhook driver's secret (`docs/cabinet-protocol.md`). */
export const provisionerApi = {
  provisionerResult: route({
    method: 'POST',
    path: '/provisioner/results',
    access: provisioner,
    summary: 'How an act ended that the provisioner answered with 202',
    body: provisionerResult,
    answer: done,
  }),
  provisionerBackup: route({
    method: 'GET',
    path: '/provisioner/backups/:id',
    access: provisioner,
    summary: 'The data that a new database begins with',
    params: z.strictObject({ id }),
    answer: fileAnswer,
    mediaType: 'application/octet-stream',
    errors: ['not_found'],
  }),
};
