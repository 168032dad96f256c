import { parseArgs } from 'node:util';
import { prepareDatabase } from '../../server/src/db/application-role.ts';
import { fillDatabase } from './fill-database.ts';
import { amountsOf, defaultFolder, prepareFolder } from './loaded-folder.ts';

const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '1000000' },
    data: { type: 'string' },
  },
});
const amounts = amountsOf(Number(values.applicants));
const url = process.env.DATABASE_URL;
if (url) {
  await prepareDatabase({ connectionString: url });
  await fillDatabase({ connectionString: url }, amounts, console.log);
} else {
  await prepareFolder(values.data ?? defaultFolder(amounts.applicants), amounts);
}
