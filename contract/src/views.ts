import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { nameWithoutInvisible } from './text/visible-text.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { record, text } from './wire/inputs.ts';
import { Id, Outcome } from './wire/paging.ts';

export const viewedLists = ['applicants', 'verifications'] as const;

const content = {
  list: z.enum(viewedLists),
  name: text(60, undefined, { missing: 'Name the view' }).check(
    z.trim(),
    z.minLength(1, 'Name the view'),
    nameWithoutInvisible('name'),
  ),
  /**
   * The parameters of the list's URL, without the page and the search. A search may contain an applicant's
   * name, so it is not stored.
   */
  filter: record(text(40), text(limits.searchLength), 20),
};

export const View = z.object({ id: z.number(), ...content });
export type View = z.infer<typeof View>;

export const listViews = defineEndpoint({
  method: 'GET',
  path: '/api/v1/views/',
  access: 'admin',
  response: z.object({ results: z.array(View) }),
});

/**
 * Answers 400 if the caller already has a view of the list with this name. Names are compared without case.
 * Answers 409 `too_many` if the caller has the maximum number of views.
 */
export const saveView = defineEndpoint({
  method: 'POST',
  path: '/api/v1/views/',
  access: 'admin',
  body: z.strictObject(content),
  response: View,
  status: 201,
});

/** Answers 404 for another user's view. */
export const deleteView = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/views/:id/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: Outcome,
});
