import { dataExport, startedExport } from '../../clients/data-export.ts';
import { dataOf, fileAnswer } from '../../http/answers.ts';
import { route } from '../../http/route.ts';
import { customerAddresses } from '../customer-addresses.ts';

/** A customer takes all data along as one file: prefix `auth/me`. */
export const ownDataApi = {
  dataExport: route({
    ...customerAddresses.dataExport,
    summary: 'Whether the file of all own data is being made, or is ready and until when',
    answer: dataOf(dataExport),
  }),
  startDataExport: route({
    ...customerAddresses.startDataExport,
    summary: 'Make a file of all own data and email when it is ready; one at a time',
    answer: dataOf(startedExport),
    accepts: true,
    errors: ['too_many_requests'],
  }),
  downloadData: route({
    ...customerAddresses.downloadData,
    summary: 'The file of all own data, for 24 hours',
    answer: fileAnswer,
    mediaType: 'application/zip',
    errors: ['export_gone'],
  }),
};
