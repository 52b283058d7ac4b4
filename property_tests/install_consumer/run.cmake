# Run by the ctest `install_consumer`.
function(step)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "failed (${result}): ${ARGV}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}/prefix" "${WORK}/build")
step(${CMAKE_COMMAND} --install "${BINARY_DIR}" --prefix "${WORK}/prefix" --component headers)
step(${CMAKE_COMMAND} -G Ninja -S "${CONSUMER}" -B "${WORK}/build" -DCMAKE_BUILD_TYPE=None
  "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix")
step(${CMAKE_COMMAND} --build "${WORK}/build" -j 2)
step(${CMAKE_CTEST_COMMAND} --test-dir "${WORK}/build" --output-on-failure)
