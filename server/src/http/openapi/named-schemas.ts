import { Applicant, AssignedAgent } from '@doorstep/contract/applicants';
import { SessionUser, Tokens } from '@doorstep/contract/auth';
import { FailedRecord } from '@doorstep/contract/bulk-upload';
import { Evidence, Finding } from '@doorstep/contract/evidence/findings';
import { Photo } from '@doorstep/contract/photos';
import { PortfolioRow } from '@doorstep/contract/portfolio';
import { User, UserDetail } from '@doorstep/contract/users';
import {
  AdminReviewedDetails,
  AgentDetails,
  ApplicationDetails,
  Verification,
} from '@doorstep/contract/verifications';
import { ErrorBody } from '@doorstep/contract/wire/errors';
import { Outcome } from '@doorstep/contract/wire/paging';
import * as z from 'zod/mini';

const named = {
  AdminReviewedDetails,
  AgentDetails,
  Applicant,
  ApplicationDetails,
  AssignedAgent,
  Error: ErrorBody,
  Evidence,
  FailedRecord,
  Finding,
  Outcome,
  Photo,
  PortfolioRow,
  SessionUser,
  Tokens,
  User,
  UserDetail,
  Verification,
};

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });

/**
 * Converts a schema of the contract to JSON Schema. The schemas in `named` become references and are added to
 * `components`.
 */
export function describeSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...own
  } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
  });
  const referring = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as JsonSchema;
  for (const [id, shared] of Object.entries($defs ?? {})) {
    const { id: __, ...rest } = shared;
    components[id] = referring(rest);
  }
  return referring(own);
}
