import { startS3Server } from '../../server/src/testing/services/s3-server.ts';

// An S3 server (s3rver, from npm) on a folder, for this run: `node s3-server.ts <folder> <port>`.
const [directory = '', port = ''] = process.argv.slice(2);
await startS3Server({ directory, port: Number(port), bucket: 'doorstep' });
