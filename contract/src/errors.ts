import * as z from 'zod/mini';

/** The one body of every failure on the wire. `detail` repeats `message`; `errors` maps a field to its texts. */
export const ErrorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  detail: z.string(),
  /** The same text again, where users are asked for. */
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** What a sign-in that wants a second step is continued with. */
  challenge: z.optional(z.string()),
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** `code` of a 401 whose access or refresh token is no longer good (section 8 of the specification). */
export const TOKEN_NOT_VALID = 'token_not_valid';

/** The specification's texts (sections 4, 5 and 8), verbatim. */
export const texts = {
  sessionExpired: 'Your session has expired. Please log in again.',
  loggedOut: 'Logged out successfully!',
  login: {
    success: 'Login successful!',
    notAdmin: 'Unauthorized access - Admin privileges required',
    tryAgain: 'Login failed. Please try again.',
    checkCredentials: 'Login failed. Please check your credentials.',
    failed: 'Login failed',
    unexpected: 'An error occurred. Please try again later.',
  },
  registrationFailed: 'Registration failed',
  passwordResetFailed: 'Password reset failed',
  networkError: 'Network error. Please try again.',
  error: 'An error occurred',
  unknownError: 'An unknown error occurred',
  agents: {
    fetch: 'Failed to fetch agents. Please check your connection and try again.',
    detail: 'Failed to fetch agent details',
    status: 'Failed to update agent status',
    delete: 'Failed to delete agent. Please try again.',
    deleteError: 'An error occurred while deleting. Please try again.',
    deleted: 'Agent deleted successfully',
    invalidDelete: 'Invalid agent selected for deletion.',
  },
  admins: {
    fetch: 'Failed to fetch administrators',
    detail: 'Failed to fetch administrator details',
    delete: 'Failed to delete admin. Please try again.',
    deleteError: 'An error occurred while deleting. Please try again.',
    deleted: 'Admin deleted successfully',
    invalidDelete: 'Invalid admin selected for deletion.',
  },
  applicants: {
    fetch: 'Failed to fetch applicants',
    fetchFallback: 'An error occurred while fetching applicants',
    detail: 'Failed to fetch applicant details',
    upload: 'Failed to upload applicants',
    uploadFallback: 'Failed to upload file. Please try again.',
    delete: 'Failed to delete applicant. Please try again.',
    deleteError: 'An error occurred while deleting. Please try again.',
    deleted: 'Applicant deleted successfully',
    invalidDelete: 'Invalid applicant selected for deletion.',
    assign: 'Failed to assign agent. Please try again.',
    assignError: 'An error occurred. Please try again.',
    assigned: 'Agent successfully assigned!',
  },
  verifications: {
    fetch: 'Failed to fetch verifications',
    detail: 'Failed to fetch verification details',
    lookup: 'Failed to fetch verification details by application ID',
    decision: 'Failed to update decision. Please try again.',
    serverError: (status: number) => `Server error: ${status}`,
    fetchStatus: (status: number) => `Fetch failed with status: ${status}`,
    noResponse: 'No response from server. Please check your connection.',
    requestError: (message: string) => `Request error: ${message}`,
  },
  portfolio: 'An error occurred while fetching portfolio summary data',
  pdf: {
    generate: 'Failed to generate PDF. Please try again.',
    download: 'Failed to download PDF. Please try again later.',
  },
  validation: {
    name: 'Name is required',
    email: 'Email is required',
    emailInvalid: 'Email is invalid',
    phone: 'Phone number is required',
    phoneDigits: 'Phone number must be exactly 10 digits',
    password: 'Password is required',
    passwordLength: 'Password must be at least 8 characters',
    passwordsDiffer: 'Passwords do not match',
    decision: 'Please select a decision',
    agentName: 'Please enter an agent name',
    uploadFormat: 'Invalid file format. Only XLSX and XLS files are allowed.',
    uploadSize: (megabytes: string) =>
      `File size exceeds the maximum limit of 5MB. Your file is ${megabytes}MB`,
  },
} as const;
