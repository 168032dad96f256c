import { getAgentWork } from '@doorstep/contract/agents';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export const agentWorkQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'work', id],
    meta: { kinds: ['applicant', 'verification', 'user'] },
    queryFn: ({ signal }) => call(getAgentWork, { params: { id }, signal }),
  });
