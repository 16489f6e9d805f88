//! The library as a WebAssembly module: a page sends requests as JSON and gets answers as JSON.
//!
//! All unsafe code is here: three functions that pass bytes across. [`desk`] has the requests and answers.

pub mod desk;

/// Allocates a buffer for a request of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Answers the request of `length` bytes at `request`, which [`room`] allocated, and frees the request.
///
/// The answer begins with its length, a `u32` in native byte order. Free it with [`done`].
///
/// # Safety
/// `request` comes from `room(length)`, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(request: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: the caller passes a slice that `room` allocated.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(request, length)) };
    let answer = desk::answer(&request);
    let mut framed = (answer.len() as u32).to_ne_bytes().to_vec();
    framed.extend_from_slice(answer.as_bytes());
    Box::into_raw(framed.into_boxed_slice()).cast()
}

/// Frees an answer of `length` bytes, not counting the four bytes of its length.
///
/// # Safety
/// `answer` comes from [`ask`], has that length, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn done(answer: *mut u8, length: usize) {
    // SAFETY: `ask` allocated the answer with four bytes for its length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(answer, length + 4)) });
}
