import {
  DryRunFields,
  takeUpload,
  tryUpload,
  tryUploadAgain,
} from '@doorstep/contract/bulk-upload/dry-run';
import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mount, read } from '../../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../../http/contract/idempotency-key.ts';
import { readFilePart } from '../../../http/contract/read-file-part.ts';
import { tooLarge } from '../../../problems.ts';
import { isPacked } from '../read/read-rows.ts';
import { type DryRunContext, dryRunFile, repeatDryRun } from './dry-run-service.ts';
import { takeFile } from './take-service.ts';

/** Routes for the dry run of a lender's file, which stores no applicant, and for taking the file in. */
export function dryRunRoutes(app: FastifyInstance, context: DryRunContext): void {
  mount(app, tryUpload, async ({ actor, request, user }) => {
    const file = await readFilePart(request, {
      maxBytes: limits.tryCsvMaxBytes,
      missing: 'Please choose a file to try.',
      tooLarge: describeTooLarge,
    });
    // A spreadsheet has a lower limit than a csv, because its compressed content may be many times larger.
    if (isPacked(file.bytes) && file.bytes.length > limits.uploadMaxBytes) {
      throw tooLarge(texts.validation.uploadSize(megabytes(file.bytes.length)));
    }
    return dryRunFile(context, actor, user.id, file, read(DryRunFields, file.fields));
  });

  mount(app, tryUploadAgain, ({ params, body, actor }) =>
    repeatDryRun(context, actor, params.id, body),
  );

  mount(app, takeUpload, ({ params, body, user, actor, request }) => {
    const asked = { id: params.id, revisits: body.revisits ?? false, revision: body.revision };
    const repeatable = idempotentRequest(request, user.id, asked);
    return takeFile(context, actor, { ...asked, adminId: user.id }, repeatable);
  });
}

const megabytes = (size: number) => (size / 1_048_576).toFixed(2);

const describeTooLarge = (size: number) =>
  `A csv can have at most ${limits.tryCsvMaxBytes / 1_048_576} MB, a spreadsheet ${limits.uploadMaxBytes / 1_048_576} MB. This file has ${megabytes(size)} MB. Split it and try the parts.`;
