import dayjs from 'dayjs';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';

dayjs.extend(localizedFormat);

/** The locale's short day for antd's pickers, which know it only with the plugin above. */
export const dayFormat = 'L';
