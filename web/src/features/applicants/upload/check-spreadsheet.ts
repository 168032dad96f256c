import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { formatMegabytes } from '../../../lib/format.ts';

const mimeTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
];

/** What the file dialog offers. */
export const spreadsheetTypes = ['.xlsx', '.xls', ...mimeTypes].join(',');

/** Why a file cannot be uploaded, or undefined when it can: format first, then size. */
export function refusalOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!/\.xlsx?$/i.test(name) && !mimeTypes.includes(type)) return texts.validation.uploadFormat;
  if (size > limits.uploadMaxBytes) return texts.validation.uploadSize(formatMegabytes(size));
  return undefined;
}
