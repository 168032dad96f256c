import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';

export const lastAssignedAgents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/assign/',
  access: 'admin',
  response: z.object({ agent_ids: z.array(z.number()) }),
});
