import { answer } from '@doorstep/contract/testing/backend';
import type { User } from '@doorstep/contract/users';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import type * as z from 'zod/mini';

export const listOf = <Row>(results: Row[], count = results.length) => ({
  ...{ results, count, next: null, previous: null },
});

export const usersOf = (users: User[]) => ({
  ...{ success: true as const, users, total_count: users.length },
});

export const identityOf = (user: User) => ({
  success: true as const,
  user: { ...user, pan_card_image_url: null, aadhar_card_images: [] },
});

/**
 * Answers the first calls of an endpoint with these replies in turn, and all later calls with the last reply.
 * Returns the list of the received bodies.
 */
export function recordBodies<E extends Endpoint>(
  endpoint: E,
  ...replies: (z.output<E['response']> | Response)[]
): unknown[] {
  const bodies: unknown[] = [];
  answer<Endpoint>(endpoint, ({ body }: { body: unknown }) => {
    bodies.push(body);
    return replies[Math.min(bodies.length, replies.length) - 1] as Response;
  });
  return bodies;
}
