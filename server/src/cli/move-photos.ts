import { parseArgs } from 'node:util';
import { BadSettings, readConfig } from '../config.ts';
import { openLocalPhotos, openPhotoStore } from '../start/open-photo-store.ts';
import { copyBlobs, deleteCopied } from '../storage/blobs/copy-blobs.ts';
import { runCommand, say } from './run-command.ts';

const usage = `Copies all photos between the data folder and the bucket of the S3_ settings, each one checked by its hash.
  npm run move-photos -- --to s3      into the bucket
  npm run move-photos -- --to local   back into the data folder
  --delete   after copying, deletes from the old store all files that the new store has
An interrupted run continues where it stopped. Run it until nothing is left to copy, then restart the server with the new settings.`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, delete: { type: 'boolean', default: false } },
  });
  if (values.to !== 's3' && values.to !== 'local') throw new BadSettings(usage);
  const config = readConfig();
  if (!config.s3)
    throw new BadSettings('Set S3_BUCKET and the other S3_ settings for this command.');
  const [local, bucket] = [openLocalPhotos(config), await openPhotoStore(config)];
  const [from, to] = values.to === 's3' ? [local, bucket] : [bucket, local];

  const { copied, there, damaged } = await copyBlobs(from, to, (count) =>
    say(`${count} files copied`),
  );
  say(`${copied} files copied, ${there} were there already.`);
  for (const key of damaged) say(`DAMAGED, not deleted: ${key}`);
  if (values.delete) say(`${await deleteCopied(from, to)} files deleted from the old store.`);
  if (damaged.length > 0) process.exitCode = 1;
});
