import { getAvailability } from '@doorstep/contract/agents';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Where, when and how much an agent works. Fails if the backend doesn't store it. */
export const availabilityQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'availability', id],
    meta: { kinds: ['user'] },
    queryFn: ({ signal }) => call(getAvailability, { params: { id }, signal }),
  });
