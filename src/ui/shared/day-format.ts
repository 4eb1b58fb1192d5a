import dayjs from 'dayjs';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';

dayjs.extend(localizedFormat);

/** The locale's short date in antd's pickers, which need the plugin above for it. */
export const dayFormat = 'L';
