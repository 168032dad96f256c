import type { Secret, Target } from '@doorstep/contract/exports/daily';
import type { Provider } from '../../../../platform/platform.ts';
import { sendBySftp } from './send-by-sftp.ts';
import { sendToBucket } from './send-to-bucket.ts';
import { sendToFolder } from './send-to-folder.ts';

export interface NamedFile {
  name: string;
  bytes: Buffer;
}

interface Place {
  target: Target;
  secret: Secret | undefined;
  delivery: Provider['delivery'];
}

/** Stores a complete file under its name, replacing one of the same name. */
export function sendFile(
  { target, secret, delivery }: Place,
  file: NamedFile,
  signal: AbortSignal,
): Promise<void> {
  switch (target.kind) {
    case 'folder':
      return sendToFolder(delivery.folder, target.folder, file);
    case 'bucket':
      return sendToBucket(delivery.s3, target, file);
    case 'sftp':
      return sendBySftp(target, secret, file, signal);
  }
}
