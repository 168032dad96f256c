import { getAvailability } from '@doorstep/contract/agents';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Queries an agent's areas, tasks a day and leave. Fails if the backend stores none of these. */
export const availabilityQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'availability', id],
    meta: { kinds: ['user'] },
    queryFn: ({ signal }) => call(getAvailability, { params: { id }, signal }),
  });
