import * as z from 'zod';
import { done, fileAnswer } from '../http/answers.ts';
import { id } from '../kernel/primitives.ts';
import { provisionerResult } from '../cabinets/provisioner.ts';
import { provisioner, route } from '../http/route.ts';

/** Routes for the operator's provisioner, signed with the webhook driver's secret (`docs/cabinet-protocol.md`). */
export const provisionerApi = {
  provisionerResult: route({
    method: 'POST',
    path: '/provisioner/results',
    access: provisioner,
    summary: 'The result of an operation that the provisioner answered with 202',
    body: provisionerResult,
    answer: done,
  }),
  provisionerBackup: route({
    method: 'GET',
    path: '/provisioner/backups/:id',
    access: provisioner,
    summary: 'The data for a new database',
    params: z.strictObject({ id }),
    answer: fileAnswer,
    mediaType: 'application/octet-stream',
    errors: ['not_found'],
  }),
};
