/**
 * The same response without its body, whose source is closed, where Next does not read it: for HEAD, and where the
 * client is gone already. Such a body is not cancelled by Next either.
 */
export async function closeUnread(request: Request, response: Response): Promise<Response> {
  if (request.method !== "HEAD" && !request.signal.aborted) return response;
  await response.body?.cancel();
  return new Response(null, response);
}
