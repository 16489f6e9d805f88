//! The library as a WebAssembly module: a page hands in requests as JSON and gets answers as JSON.
//!
//! All that is not safe is here, three functions to move bytes across. What is asked and answered is in [`desk`].

pub mod desk;

/// Room for a request of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Answers the request of `length` bytes at `request`, which was made by [`room`] and is given back with this call.
/// The answer begins with its length, a `u32` in the machine's order, and has to be given back with [`done`].
///
/// # Safety
/// `request` comes from `room(length)`, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(request: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: the caller hands over a slice made by `room`.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(request, length)) };
    let answer = desk::answer(&request);
    let mut framed = (answer.len() as u32).to_ne_bytes().to_vec();
    framed.extend_from_slice(answer.as_bytes());
    Box::into_raw(framed.into_boxed_slice()).cast()
}

/// Takes back an answer of `length` bytes behind its length.
///
/// # Safety
/// `answer` comes from [`ask`], says that length, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn done(answer: *mut u8, length: usize) {
    // SAFETY: `ask` made a slice of four bytes more.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(answer, length + 4)) });
}
