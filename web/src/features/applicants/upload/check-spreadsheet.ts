import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { formatMegabytes } from '../../../lib/format.ts';

const mimeTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
];

export const spreadsheetTypes = ['.xlsx', '.xls', ...mimeTypes].join(',');

export function findFileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!/\.xlsx?$/i.test(name) && !mimeTypes.includes(type)) return texts.validation.uploadFormat;
  if (size > limits.uploadMaxBytes) return texts.validation.uploadSize(formatMegabytes(size));
  return undefined;
}
