import * as z from 'zod/mini';
import { Email, Name, Phone } from './auth.ts';
import { Moment } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id, Outcome, PageNumber, pageQuery, queryNumber, Search } from './wire/paging.ts';

export const User = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  /** Always equal to `phone_number`, because the specification's list of admins has both names. */
  phone: z.optional(z.string()),
  is_active: z.boolean(),
  is_admin: z.boolean(),
  is_superadmin: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  profile_image_url: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

/**
 * Links to images are relative and signed, and they expire. A link is null or missing if there is no image,
 * or if the caller may not see the image.
 */
export const UserDetail = z.extend(User, {
  pan_card_image_url: z.nullable(z.string()),
  aadhar_card_images: z.array(z.object({ url: z.string() })),
  has_second_factor: z.optional(z.boolean()),
});
export type UserDetail = z.infer<typeof UserDetail>;

const userAnswer = z.object({ success: z.literal(true), user: UserDetail });

/**
 * Lists agents, newest first. `admins=true` lists admins instead, for super admins only. Without `page`,
 * the answer is not divided into pages.
 */
export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/v1/users',
  access: 'agentsOrAll',
  query: z.object({
    admins: z.optional(z.enum(['true', 'false'])),
    page: z.optional(PageNumber),
    page_size: pageQuery.page_size,
    search: Search,
  }),
  response: z.object({
    success: z.literal(true),
    users: z.array(User),
    total_count: z.number(),
  }),
});

/**
 * {@link listUsers} with a slash at the end of the path, for `admins=true`. The specification has this slash,
 * so other backends may require it.
 */
export const listAdmins: typeof listUsers = { ...listUsers, path: '/api/v1/users/' };

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/v1/users/:id',
  access: 'agentsOrAll',
  params: z.object({ id: Id }),
  response: userAnswer,
});

const changes = {
  name: z.optional(Name),
  email: z.optional(Email),
  phone_number: z.optional(Phone),
  is_active: z.optional(z.boolean()),
  is_superadmin: z.optional(z.boolean()),
};

/**
 * Changes only the values that were sent. Answers 409 if the user has changed since the `updated_at` that was
 * sent. `expected_open_tasks` is the number of the agent's open tasks that the admin saw before deactivating
 * the agent. If this number has changed, the answer is a 409 `count_changed` with the new `count`.
 */
export const updateUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/v1/users/:id',
  access: 'superadmin',
  params: z.object({ id: Id }),
  body: z
    .strictObject({
      ...changes,
      updated_at: z.optional(Moment),
      expected_open_tasks: z.optional(z.int().check(z.nonnegative())),
    })
    .check(
      z.refine(
        (body) =>
          Object.keys(changes).some((name) => body[name as keyof typeof body] !== undefined),
        {
          error: `Send at least one of ${Object.keys(changes).join(', ')}`,
          when: ({ issues }) => issues.length === 0,
        },
      ),
    ),
  response: z.object({ success: z.literal(true), message: z.string(), user: UserDetail }),
});

/** `expected_open_tasks` is checked as in {@link updateUser}. */
export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/users/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  query: z.object({ expected_open_tasks: z.optional(queryNumber('expected_open_tasks')) }),
  response: Outcome,
});
