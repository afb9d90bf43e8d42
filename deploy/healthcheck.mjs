// For the image's HEALTHCHECK: ends with 0 while the server answers, with its own settings for the address.
const { PORT, BASE_PATH } = process.env
const response = await fetch(`http://127.0.0.1:${PORT || 8080}${BASE_PATH || ''}/api/livez`)
process.exitCode = response.ok ? 0 : 1
