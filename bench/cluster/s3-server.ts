import { startS3Server } from '../../server/src/testing/services/s3-server.ts';

// Serves a folder over the S3 protocol, with s3rver from npm: `node s3-server.ts <folder> <port>`.
const [directory = '', port = ''] = process.argv.slice(2);
await startS3Server({ directory, port: Number(port), bucket: 'doorstep' });
